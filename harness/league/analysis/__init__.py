"""From records to statistics: references, ratios, ceilings, comparison."""
