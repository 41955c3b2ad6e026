import type { CSSProperties } from 'react'
import { inColorOf } from './avatar.tsx'

/** None is near the red of errors: an option is not wrong because it is the second one. */
const colors = ['#4F46E5', '#0D9488', '#A16207', '#9333EA', '#4D7C0F', '#0369A1', '#86198F', '#475569']

/** The colour of an option by its position, the same everywhere. */
export const optionStyle = (place: number): CSSProperties => inColorOf(colors[place % colors.length] ?? '#4F46E5')
