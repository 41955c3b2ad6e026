import type { EventOf, FactType } from '@convene/domain'
import type { View } from './view.ts'

/** How each event type changes the view, apart from story entries. */
export type Folds = { readonly [T in FactType]?: (view: View, event: EventOf<T>) => void }
