import type { Page } from '../terminal/markdown.ts'

/** What the part of the screen that is drawn again and again depends on besides the view. */
export type Moment = Page & { readonly rows: number; readonly now: number }
