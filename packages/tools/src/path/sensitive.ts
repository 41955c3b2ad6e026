import { isProtected, isSecret } from '@convene/platform'

const CODE = /\.(m?[jt]sx?|cjs|py|go|rs|java|kt|rb|cs|php|swift|c|cc|cpp|h|hpp|vue|svelte|md|rst|sql)$/i

/** Files that determine what is installed or who we are: changing them asks even if edits are allowed. */
const STEERING: readonly RegExp[] = [
  /(^|\/)\.(aws|ssh)(\/|$)/i,
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|pipfile\.lock|gemfile\.lock|composer\.lock|go\.sum|flake\.lock|packages\.lock\.json|mix\.lock|pubspec\.lock)$/i,
  /\.pem$/i,
  /(^|\/)(id_[^/]*|\.env[^/]*|\.netrc)$/i,
]

/** Why a change to this file asks even if edits are allowed. Undefined if it does not. */
export const whySensitive = (path: string): string | undefined =>
  isProtected(path) || STEERING.some((pattern) => pattern.test(path)) || holdsSecrets(path)
    ? `${path} is a sensitive file`
    : undefined

/** Environment files, keys and credentials: reading them asks first. Code about them does not count. */
export const holdsSecrets = (path: string): boolean => isSecret(path) && !isPlainCode(path)

const isPlainCode = (path: string): boolean =>
  CODE.test(path) && !/(^|\/)\.env[^/]*$/i.test(path) && !isSecret(path.replace(/[^/]*$/, 'any.txt'))
