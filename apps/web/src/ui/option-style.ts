import type { CSSProperties } from 'react'
import { inColorOf } from './avatar.tsx'

const colors = ['#4F46E5', '#C2410C', '#0D9488', '#BE185D', '#4D7C0F', '#7C3AED', '#0369A1', '#B45309']

/** The colour of an option by its position, the same everywhere. */
export const optionStyle = (place: number): CSSProperties => inColorOf(colors[place % colors.length] ?? '#4F46E5')
