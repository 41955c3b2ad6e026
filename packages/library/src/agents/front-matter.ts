import type { Json } from '@convene/domain'
import type { Place, Places } from '@convene/platform'

export type Fault = { readonly ok: false; readonly place: Place; readonly message: string }

/** Fields of a front matter, and the position of each. */
export type Fields = { readonly ok: true; readonly fields: { readonly [key: string]: Json }; readonly places: Places }

/** A Markdown file taken apart. Places are those of the file. */
export type FrontMatter = (Fields & { readonly body: string; readonly bodyPlace: Place }) | Fault
