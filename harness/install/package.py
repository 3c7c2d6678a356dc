# ruff: noqa: D100, D102, F403, F405, PTH109
# A recipe of Spack, not tried: Spack was not at hand. It lies in a repository of packages as
# `packages/league/package.py`. The source is what
# `git archive --prefix=League-0.1.0/ -o League-0.1.0.tar.gz v0.1.0` writes, in the current folder.
import os

from spack.package import *


class League(Package):
    """Tells whether a compiler offloads OpenMP, what it did, and how far it is from CUDA."""

    url = f"file://{os.getcwd()}/League-0.1.0.tar.gz"

    # The checksum is that of the archive: `spack checksum` or `sha256sum` tells it.
    version("0.1.0")

    depends_on("python@3.11:", type=("build", "run"))
    depends_on("cmake@3.25:", type="run")
    depends_on("ninja", type="run")
    # Programs are compiled by those who run them, with compilers that they load.

    def install(self, spec, prefix):
        install_tree(".", prefix)
        # Makes the Python environment that analysis and reports need. Without a network
        # PIP_NO_INDEX=1 and PIP_FIND_LINKS name the folder that
        # `pip download -r harness/requirements.lock` filled.
        Executable(join_path(prefix, "scripts", "run_all.py"))("query", output=os.devnull)

    def setup_run_environment(self, env):
        env.prepend_path("PATH", join_path(self.prefix, "scripts"))
