import { withoutEnd, withoutStart } from '@convene/domain'

/** A name as a slug, for files and mentions. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
  return withoutEnd(withoutStart(words, '-'), '-').slice(0, 50)
}
