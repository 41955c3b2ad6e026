import type { Json } from '@convene/domain'
import type { FilePosition, FindPosition } from '@convene/platform'

export type FrontMatterFault = { readonly ok: false; readonly place: FilePosition; readonly message: string }

/** The fields of a front matter, and the position of each. */
export type FrontMatterFields = {
  readonly ok: true
  readonly fields: { readonly [key: string]: Json }
  readonly places: FindPosition
}

/** A Markdown file in its parts. Places refer to the file. */
export type FrontMatter =
  | (FrontMatterFields & { readonly body: string; readonly bodyPlace: FilePosition })
  | FrontMatterFault
