import { ChevronDown } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'

/** Where it is kept: in your data folder, or in the workspace. */
export type Scope = 'user' | 'workspace'

const words: Readonly<Record<Scope, string>> = { user: 'Save as mine', workspace: 'Save in this repo' }

/** Saves in the usual place, or in the other one. */
export function SaveButton(props: {
  readonly scope: Scope
  readonly disabled: boolean
  readonly onSave: (scope: Scope) => void
}) {
  const other: Scope = props.scope === 'user' ? 'workspace' : 'user'
  return (
    <div className="flex">
      <Button
        tone="primary"
        disabled={props.disabled}
        onClick={() => props.onSave(props.scope)}
        className="rounded-r-none"
      >
        {words[props.scope]}
      </Button>
      <Menu items={[{ label: words[other], disabled: props.disabled, onSelect: () => props.onSave(other) }]}>
        <Button
          tone="primary"
          aria-label="Save elsewhere"
          disabled={props.disabled}
          className="rounded-l-none border-l border-surface/30 px-2"
        >
          <ChevronDown aria-hidden size={14} />
        </Button>
      </Menu>
    </div>
  )
}
