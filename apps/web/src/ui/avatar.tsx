import { initialsOf } from '@convene/domain'
import type { CSSProperties } from 'react'
import { classes } from './theme/classes.ts'

type Size = 'small' | 'medium' | 'large'
const sizes: Readonly<Record<Size, string>> = {
  small: 'size-5 rounded-sm text-xs',
  medium: 'size-7 rounded-md text-base',
  large: 'size-9 rounded-md text-md',
}

/** The agent's colour, adapted to the theme, for this element and its children. */
export const inColorOf = (color: string): CSSProperties => ({ '--agent': color }) as CSSProperties

/** An agent's icon on its colour, or its initials if the machine has no colour emoji. */
export function Avatar(props: {
  readonly name: string
  readonly icon: string
  readonly color: string
  readonly size?: Size
  readonly busy?: boolean
}) {
  const { name, icon, color, size = 'medium', busy } = props
  return (
    <span
      aria-hidden
      style={inColorOf(color)}
      className={classes(
        'agent relative inline-flex shrink-0 items-center justify-center bg-(--agent-soft) font-semibold text-(--agent-ink)',
        sizes[size],
      )}
    >
      {icon && hasPictures() ? icon : initialsOf(name)}
      {busy && (
        <span className="absolute -right-0.5 -bottom-0.5 size-2 animate-breathe rounded-full bg-(--agent-ink) ring-2 ring-surface" />
      )}
    </span>
  )
}

let found: boolean | undefined

/** Whether this machine draws colour emoji. Without them, icons would be empty boxes. */
function hasPictures(): boolean {
  found ??= drawsInColor('🟥')
  return found
}

function drawsInColor(picture: string): boolean {
  const context = Object.assign(document.createElement('canvas'), { width: 16, height: 16 }).getContext('2d')
  if (!context) return false
  context.font = '12px sans-serif'
  context.fillText(picture, 0, 12)
  const { data } = context.getImageData(0, 0, 16, 16)
  for (let index = 0; index < data.length; index += 4)
    if ((data[index] ?? 0) > (data[index + 2] ?? 0) + 64 && (data[index + 3] ?? 0) > 64) return true
  return false
}
