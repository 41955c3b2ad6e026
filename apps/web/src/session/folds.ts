import type { EventOf, FactType } from '@convene/domain'
import type { View } from './view.ts'

/** What each type of event changes in what people look at. A type that is not named is told in words, if it has any. */
export type Folds = { readonly [T in FactType]?: (view: View, event: EventOf<T>) => void }
