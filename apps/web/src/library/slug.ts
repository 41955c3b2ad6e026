import { withoutEnd, withoutStart } from '@convene/domain'

/** A name as a slug: what files and mentions use. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
  return withoutEnd(withoutStart(words, '-'), '-').slice(0, 50)
}
