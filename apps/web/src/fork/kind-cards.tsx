import { RadioCards } from '../ui/radio-cards.tsx'
import { type ChangeKind, changeKinds } from './change-draft.ts'

const cards = changeKinds.map(({ kind, label, icon }) => ({ value: kind, label, icon }))

/** What to change. Exactly one is selected: with two differences, you could not tell which one mattered. */
export const KindCards = (props: { readonly kind: ChangeKind; readonly onChange: (kind: ChangeKind) => void }) => (
  <RadioCards label="What to change" value={props.kind} cards={cards} onChoose={props.onChange} />
)
