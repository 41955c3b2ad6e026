import type { PlantedBug } from '../world.ts'
import { bugsOfBounding } from './bugs-of-bounding.ts'
import { bugsOfDeciding } from './bugs-of-deciding.ts'
import { bugsOfDelegating } from './bugs-of-delegating.ts'
import { bugsOfFolding } from './bugs-of-folding.ts'
import { bugsOfPlanning } from './bugs-of-planning.ts'
import { bugsOfReading } from './bugs-of-reading.ts'
import { bugsOfStoring } from './bugs-of-storing.ts'
import { bugsOfVoting } from './bugs-of-voting.ts'

/** Bugs that someone could write tomorrow. Each must be found: they test the checker. */
export const plantedBugs: readonly PlantedBug[] = [
  ...bugsOfStoring,
  ...bugsOfFolding,
  ...bugsOfDeciding,
  ...bugsOfDelegating,
  ...bugsOfVoting,
  ...bugsOfPlanning,
  ...bugsOfBounding,
  ...bugsOfReading,
]
