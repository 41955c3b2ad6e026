const MAX_LENGTH = 4_096
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i

/** Why a path as written cannot be used, or undefined if it can. Nothing in it is expanded. */
export function refuseName(path: string, platform: string): string | undefined {
  if (path.includes('\0')) return 'A path cannot contain a NUL character.'
  if (path.length > MAX_LENGTH) return `A path cannot be longer than ${MAX_LENGTH} characters.`
  if (/^(\\\\|\\\?\?\\)/.test(path)) return `"${path}" is a network or device path.`
  return platform === 'win32' ? refuseOnWindows(path) : undefined
}

function refuseOnWindows(path: string): string | undefined {
  if (/^[\\/]{2}/.test(path)) return `"${path}" is a network or device path.`
  const parts = path.replace(/^[A-Za-z]:(?=[\\/])/, '').split(/[\\/]/)
  if (parts.some((part) => part.includes(':'))) return `"${path}" names a drive's own folder or a stream of a file.`
  if (parts.some((part) => RESERVED.test(part.trimEnd()))) return `"${path}" contains a name that Windows reserves.`
  if (parts.some((part) => /[. ]$/.test(part) && !/^\.\.?$/.test(part)))
    return `"${path}" contains a name that ends in a dot or a blank, which Windows drops.`
  return undefined
}
