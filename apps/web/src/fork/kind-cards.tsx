import { RadioGroup } from 'radix-ui'
import { type ChangeKind, changeKinds } from './change-draft.ts'

/** What to change. Exactly one is marked: with two differences nobody knows which one mattered. */
export function KindCards(props: { readonly kind: ChangeKind; readonly onChange: (kind: ChangeKind) => void }) {
  return (
    <RadioGroup.Root
      aria-label="What to change"
      value={props.kind}
      onValueChange={(kind) => props.onChange(kind as ChangeKind)}
      className="grid grid-cols-3 gap-2 max-tablet:grid-cols-2"
    >
      {changeKinds.map(({ kind, label, icon: Icon }) => (
        <RadioGroup.Item
          key={kind}
          value={kind}
          className="group flex min-h-10 items-center gap-2 rounded-md border border-line bg-raised px-3 py-2 text-left transition-colors hover:border-line-strong hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <Icon
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className="shrink-0 text-muted group-data-[state=checked]:text-accent-ink"
          />
          <span className="font-medium">{label}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
