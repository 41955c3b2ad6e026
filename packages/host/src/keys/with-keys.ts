import type { ReadKeys } from '@convene/accounts'
import type { Environment, KeptKeys } from '@convene/platform'

/** The environment with the keys that are kept, for calls to models; and why some of them could not be had. */
export type Unlocked = { readonly environment: Environment; readonly problems: readonly string[] }

/** The environment overrides stored keys. Opens the keychain only for a key that is stored there. */
export async function withKeys(environment: Environment, kept: KeptKeys): Promise<Unlocked> {
  if (kept.list().every(({ variable }) => environment[variable])) return { environment, problems: kept.damage() }
  const { keys, problems } = await kept.read()
  return { environment: over(keys, environment), problems }
}

/** Says what is connected without opening any keychain: each key that is kept is only stood in for. */
export function withStandIns(environment: Environment, kept: KeptKeys): Environment {
  const standIns = Object.fromEntries(kept.list().map(({ variable }) => [variable, 'kept']))
  return over(standIns, environment)
}

/** An empty variable says nothing. */
const over = (below: Environment, environment: Environment): Environment => ({
  ...below,
  ...Object.fromEntries(Object.entries(environment).filter(([name, value]) => value || below[name] === undefined)),
})

/** The keys of a space go first. One that cannot be read hides the server's own: somebody else would pay. */
export const withSpaceKeys = ({ environment, problems }: Unlocked, space: ReadKeys): Unlocked => ({
  environment: { ...environment, ...space.keys },
  problems: [...problems, ...space.problems],
})
