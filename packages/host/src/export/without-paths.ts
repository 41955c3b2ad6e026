/** A text without the places of this machine: what is inside the workspace is relative, the rest only has its name. */
export function withoutPaths(
  text: string,
  { workspace, places }: { workspace: string; places: readonly string[] },
): string {
  const inside = text.replaceAll(/file:\/{2,3}(?=\/)/giu, '').replaceAll(`${workspace}/`, '')
  const known = places.filter((place) => place.length > 1).toSorted((one, other) => other.length - one.length)
  return known
    .reduce((said, place) => said.replaceAll(place, '…'), inside.replaceAll(workspace, '.'))
    .replace(ABSOLUTE, (_, name: string) => `…/${name}`)
}

/** What looks like a place of a user or a system. Bounded, so that no text takes long to scan. */
const ABSOLUTE =
  /(?<![\p{L}\p{N}._/\\~-])(?:[a-z]:[\\/]|\/)(?:home|users|root|tmp|private|var|mnt|opt|work|workspace|srv|usr|etc)[\\/](?:[^\s"'`)\]/\\,;|<>]{1,200}[\\/]){0,40}([^\s"'`)\]/\\,;|<>]{1,200})/giu
