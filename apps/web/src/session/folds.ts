import type { EventOf, FactType } from '@convene/domain'
import type { View } from './view.ts'

/** What a type of event changes in what people look at, besides the entries of the story. */
export type Folds = { readonly [T in FactType]?: (view: View, event: EventOf<T>) => void }
