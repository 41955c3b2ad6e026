const SECRET = [
  /^\.env/i,
  /\.env$/i,
  /^\.?(netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg)$/i,
  /^id_/i,
  /^(secrets?|credentials?|passwords?|passwd|shadow)(\.\w+)?$/i,
  /^(?!.*\.(m?[jt]sx?|py|go|rs|java|kt|rb|cs|php|swift|c|cc|cpp|h|vue|svelte|md|rst)$)(.*[-_.])?(secrets?|credentials?|passwords?)([-_.]|$)/i,
  /^(service[-_]?account|client[-_]?secret).*\.json$/i,
  /(^|\.)(tfvars|tfstate)(\.|$)/i,
  /\.(pem|key|p12|pfx|p8|jks|keystore|kdbx?|gpg|pgp|asc|ppk|crt|cer|der|ovpn)$/i,
]

/** Folders of keys. */
export const SECRET_FOLDERS = /^(\.ssh|\.aws|\.gnupg|\.kube|\.docker|secrets?|credentials?)$/i

/** Keys, credentials and environment files: in no list or search, and reading one asks the user first. */
export const isSecret = (path: string): boolean => {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return SECRET.some((pattern) => pattern.test(name)) || parts.some((part) => SECRET_FOLDERS.test(part))
}
