import { Slug, slugOf, withoutEnd, withoutStart } from '@convene/domain'

/** A name's slug, or `instead` if it has none. `-agent` is added if the slug is reserved. */
export function safeSlug(name: string, instead: string): string {
  const slug = withoutEnd(withoutStart(slugOf(name), '-'), '-') || instead
  return Slug.safeParse(slug).success ? slug : `${slug.slice(0, 40)}-agent`
}
