import type { PlantedBug } from './world.ts'

export const plantedBugs: readonly PlantedBug[] = []
