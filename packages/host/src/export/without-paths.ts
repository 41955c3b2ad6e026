type Places = { readonly workspace: string; readonly places: readonly string[] }

/** A text without the places of this machine: what is inside the workspace is relative, the rest only has its name. */
export function withoutPaths(text: string, { workspace, places }: Places): string {
  const plain = text.replaceAll(/file:\/{2,3}(?=\/)/giu, '')
  const inside = plain.replaceAll(exactly(workspace, '/'), '').replaceAll(exactly(workspace, END), '.')
  const known = places.filter((place) => place.length > 1).toSorted((one, other) => other.length - one.length)
  return known
    .reduce((said, place) => said.replaceAll(exactly(place, END), '…'), inside)
    .replace(absolute([workspace, ...places]), (_, name: string) => `…/${name}`)
    .replace(WINDOWS, (_, name: string) => `…/${name}`)
}

/** Not within another path, and not only the beginning of a longer name. */
const BEFORE = String.raw`(?<![\p{L}\p{N}._/\\~-])`
const END = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')

const exactly = (place: string, end: string): RegExp => new RegExp(`${BEFORE}${literal(place)}${end}`, 'gu')

/** Where systems keep what belongs to them and their users. */
const ROOTS =
  'home|users|root|tmp|private|var|mnt|opt|work|workspace|workspaces|srv|usr|etc|media|volumes|nix|run|builds|github'
const PART = /[^\s"'`)\]/\\,;|<>]{1,200}/u.source

/** What looks like a place of a user or a system, or is next to a known place. Bounded, so that no text takes long. */
function absolute(known: readonly string[]): RegExp {
  const own = known.map((place) => /^\/([^/]+)\//u.exec(place)?.[1]).filter((root) => root !== undefined)
  const roots = [ROOTS, ...own.map((root) => literal(root))].join('|')
  return new RegExp(String.raw`${BEFORE}(?:[a-z]:[\\/]|/)(?:${roots})[\\/](?:${PART}[\\/]){0,40}(${PART})`, 'giu')
}

/** A path that begins with the letter of a drive, or with the name of a computer. */
const WINDOWS = new RegExp(
  String.raw`${BEFORE}(?:[a-z]:\\(?=\w{2})|\\\\[\w.-]{2,63}\\)(?:${PART}\\){0,40}(${PART})`,
  'giu',
)
