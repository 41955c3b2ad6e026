type Places = { readonly workspace: string; readonly places: readonly string[] }

/** A text without the places of this machine: what is inside the workspace is relative, the rest only has its name. */
export function withoutPaths(text: string, { workspace, places }: Places): string {
  const plain = text.replaceAll(/file:\/{2,3}(?=\/)/giu, '')
  const inside = plain.replaceAll(exactly(workspace, '/'), '').replaceAll(exactly(workspace, END), '.')
  const known = places.filter((place) => place.length > 1).toSorted((one, other) => other.length - one.length)
  return known
    .reduce((said, place) => said.replaceAll(exactly(place, END), '…'), inside)
    .replace(absolute([workspace, ...places]), shortened)
    .replace(WINDOWS, shortened)
}

/** Only the name. That of a home folder is its user's. */
const shortened = (path: string, name: string): string => (HOME_OF_USER.test(path) ? '…' : `…/${name}`)

/** Not within another path, and not only the beginning of a longer name. In other scripts, words are not separated. */
const BEFORE = String.raw`(?<![\p{Script=Latin}\p{N}._/\\~-])`
const END = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')

const exactly = (place: string, end: string): RegExp => new RegExp(`${BEFORE}${literal(place)}${end}`, 'gu')

/** Where systems keep what belongs to them and their users. */
const ROOTS =
  'home|users|root|tmp|private|var|mnt|opt|work|workspace|workspaces|srv|usr|etc|media|volumes|nix|run|builds|github|data|app|export|storage|scratch|sdcard|applications'
/** Between the parts of a path: as it is, in JSON, or in an address. */
const SEPARATOR = String.raw`(?:\\{0,2}/|\\{1,2}|%2f|%5c)`
const PART = /(?:(?!%2f|%5c)[^\s"'`)\]/\\,;|<>]){1,200}/u.source

const HOME_OF_USER = new RegExp(`(?:^|${SEPARATOR})(?:home|users)${SEPARATOR}${PART}$`, 'iu')

/**
 * Where an absolute path begins: a slash, several that are no part of an address, a drive, or what is neither a website
 * nor a folder, such as `ssh://host`.
 */
const BEGINS = [
  String.raw`${BEFORE}(?:[a-z]:${SEPARATOR}|\\{0,2}/|%2f)`,
  String.raw`(?<![\p{Script=Latin}\p{N}._/\\~:-])/{2,8}`,
  String.raw`(?<![\p{L}\p{N}+.-])(?!https?:)[a-z][a-z0-9+.-]{1,30}://[^\s/"'<>]{0,200}/`,
].join('|')

/** What looks like a place of a user or a system, or is next to a known place. Bounded, so that no text takes long. */
function absolute(known: readonly string[]): RegExp {
  const own = known.map((place) => /^\/([^/]+)\//u.exec(place)?.[1]).filter((root) => root !== undefined)
  const roots = [ROOTS, ...own.map((root) => literal(root))].join('|')
  const path = `(?:${roots})${SEPARATOR}(?:${PART}${SEPARATOR}){0,40}(${PART})`
  return new RegExp(`(?:${BEGINS})${path}`, 'giu')
}

/** A path that begins with the letter of a drive, or with the name of a computer. */
const WINDOWS = new RegExp(
  String.raw`${BEFORE}(?:[a-z]:\\(?=\w{2})|\\\\[\w.-]{2,63}\\)(?:${PART}\\){0,40}(${PART})`,
  'giu',
)
