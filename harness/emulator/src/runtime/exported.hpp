// Marks what a library exports; everything else of it is hidden.
#pragma once

#define EMU_API extern "C" __attribute__((visibility("default")))
