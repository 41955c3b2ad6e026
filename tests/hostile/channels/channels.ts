import type { Scenario } from '../scenario.ts'
import { file } from './file.ts'

/** Every way in which somebody else's words reach a model. */
export const channels: { readonly [channel: string]: readonly Scenario[] } = { file }
