import type { LucideIcon } from 'lucide-react'

/** Something the palette can do. */
export type ShellAction = {
  readonly id?: string
  readonly label: string
  readonly group: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly run: () => void
}
