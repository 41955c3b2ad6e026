import type { Environment, KeptKeys } from '@convene/platform'

/** The environment with the stored keys, for model calls, and why some of them are unavailable. */
export type Unlocked = { readonly environment: Environment; readonly problems: readonly string[] }

/** The environment overrides stored keys. Opens the keychain only for a key that is stored there. */
export async function withKeys(environment: Environment, kept: KeptKeys): Promise<Unlocked> {
  if (kept.list().every(({ variable }) => environment[variable])) return { environment, problems: kept.damage() }
  const { keys, problems } = await kept.read()
  return { environment: over(keys, environment), problems }
}

/** Shows what is connected without opening a keychain: each stored key is replaced by a placeholder. */
export function withStandIns(environment: Environment, kept: KeptKeys): Environment {
  const standIns = Object.fromEntries(kept.list().map(({ variable }) => [variable, 'kept']))
  return over(standIns, environment)
}

/** An empty variable does not count. */
const over = (below: Environment, environment: Environment): Environment => ({
  ...below,
  ...Object.fromEntries(Object.entries(environment).filter(([name, value]) => value || below[name] === undefined)),
})
