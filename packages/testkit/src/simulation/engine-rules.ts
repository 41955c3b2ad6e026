import { engineDomain } from '@convene/domain'

/** The rules with which every engine runs: they also compare what agents say with what they did. */
export const engineRules = await engineDomain()
