// interop.routines.strings
// OpenMP 5.1, section 18.12: the queries of interoperability objects return text and numbers for
// the properties there are, and a defined code for those that there are not.
// Observed: the code and value of queries on no object; names, texts and return codes of an object.
// Where: host
// Mutant: omp_irc_empty) => omp_irc_out_of_range)

#include <initializer_list>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  const omp_interop_t none = omp_interop_none;
  int error = -100;
  claim.equal("number of no object", long(omp_get_interop_int(none, omp_ipr_fr_id, &error)), 0L);
  claim.equal("its code", error, int(omp_irc_empty));
  error = -100;
  claim.holds("text of no object", omp_get_interop_str(none, omp_ipr_vendor, &error) == nullptr);
  claim.equal("code of that", error, int(omp_irc_empty));

  omp_interop_t object = omp_interop_none;
  #pragma omp interop init(target : object) device(0)
  if (object == omp_interop_none) return claim.verdict();
  claim.holds("number of properties", omp_get_num_interop_properties(object) >= 0);
  claim.equal("device", long(omp_get_interop_int(object, omp_ipr_device_num, &error)), 0L);
  claim.equal("its code", error, int(omp_irc_success));

  const omp_interop_property_t known[] = {omp_ipr_fr_id, omp_ipr_fr_name, omp_ipr_vendor,
                                          omp_ipr_vendor_name, omp_ipr_device_num};
  for (const auto property : known)
    claim.holds("name of a property", omp_get_interop_name(object, property) != nullptr);
  for (const auto text : {omp_ipr_fr_name, omp_ipr_vendor_name}) {
    claim.holds("text of a property", omp_get_interop_str(object, text, &error) != nullptr);
    claim.equal("its code", error, int(omp_irc_success));
    omp_get_interop_int(object, text, &error);
    claim.equal("code of asking for text as a number", error, int(omp_irc_type_int));
  }
  for (const auto code : {omp_irc_success, omp_irc_empty, omp_irc_out_of_range})
    claim.holds("description of a code", omp_get_interop_rc_desc(object, code) != nullptr);
  #pragma omp interop destroy(object)
  return claim.verdict();
}
