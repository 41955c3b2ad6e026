import type { Environment } from '@convene/platform'

type Secretive = { readonly secret?: string | undefined; readonly secretEnv?: string | undefined }

/** The secret of a hook. A hook without one does not exist. */
export function secretOf({ secret, secretEnv }: Secretive, environment: Environment): string | undefined {
  return (secretEnv === undefined ? undefined : environment[secretEnv]) || secret || undefined
}
