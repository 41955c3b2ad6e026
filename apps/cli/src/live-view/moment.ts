import type { MarkdownPage } from '../terminal/markdown.ts'

/** What the redrawn part of the screen depends on apart from the view. */
export type ShownMoment = MarkdownPage & {
  readonly rows: number
  readonly now: number
  /** It is an example: it can be stopped, not paused. */
  readonly isRecorded?: boolean
}
