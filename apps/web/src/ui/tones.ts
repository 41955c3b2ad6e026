import { CircleAlert, CircleCheck, CircleHelp, Info, TriangleAlert } from 'lucide-react'

/** The icon and text colour of each tone. */
export const toneIcons = { plain: Info, good: CircleCheck, asked: CircleHelp, warning: TriangleAlert, bad: CircleAlert }
export const toneInks = {
  plain: 'text-muted',
  good: 'text-good',
  asked: 'text-accent-ink',
  warning: 'text-warning',
  bad: 'text-bad',
}
