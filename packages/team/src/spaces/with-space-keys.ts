import type { Unlocked } from '@convene/host'
import type { ReadKeys } from '../accounts/keys/space-keys.ts'

/**
 * The space's keys come first. One that cannot be read still hides the server's own, or the server's owner would pay.
 */
export const withSpaceKeys = ({ environment, problems }: Unlocked, space: ReadKeys): Unlocked => ({
  environment: { ...environment, ...space.keys },
  problems: [...problems, ...space.problems],
})
