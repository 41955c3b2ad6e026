import { oddVarieties } from './odd-varieties.fixture.ts'
import { placedVarieties } from './placed-varieties.fixture.ts'
import { usualVarieties } from './usual-varieties.fixture.ts'

/** Every way in which a Squad folder is written. */
export const varieties = [...usualVarieties, ...placedVarieties, ...oddVarieties]
