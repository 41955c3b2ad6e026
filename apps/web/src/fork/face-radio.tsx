import { RadioGroup } from 'radix-ui'
import { Avatar } from '../ui/avatar.tsx'

export type RadioFace = {
  readonly slug: string
  readonly name: string
  readonly icon: string
  readonly color: string
  /** A second line. */
  readonly note?: string
}

/** An agent in a group of radio buttons. */
export function FaceRadio(props: {
  readonly label: string
  readonly faces: readonly RadioFace[]
  readonly chosen: string
  readonly onChoose: (slug: string) => void
}) {
  return (
    <div className="flex flex-col gap-2">
      <p aria-hidden className="font-medium">
        {props.label}
      </p>
      <RadioGroup.Root
        aria-label={props.label}
        value={props.chosen}
        onValueChange={props.onChoose}
        className="grid grid-cols-[repeat(auto-fill,minmax(144px,1fr))] gap-2"
      >
        {props.faces.map(({ slug, name, icon, color, note }) => (
          <RadioGroup.Item
            key={slug}
            value={slug}
            aria-label={name}
            className="flex min-h-10 min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-left transition-colors hover:border-line-strong hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
          >
            <Avatar name={name} icon={icon} color={color} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{name}</span>
              {note && <span className="block truncate text-xs text-muted">{note}</span>}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
