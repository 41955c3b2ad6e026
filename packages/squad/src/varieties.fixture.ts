import { oddVarieties } from './odd-varieties.fixture.ts'
import { placedVarieties } from './placed-varieties.fixture.ts'
import { usualVarieties } from './usual-varieties.fixture.ts'

/** Every variant of a Squad folder. */
export const varieties = [...usualVarieties, ...placedVarieties, ...oddVarieties]
