/** A path from the top, without `.` and `..`. Empty if it leaves the workspace. */
export function joinedPath(folder: string, path: string): string {
  const parts = folder === '' || path.startsWith('/') ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return ''
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
