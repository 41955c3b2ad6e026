import { ChevronDown } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

/** A place to save in: your data folder, the workspace, or the workspace's Squad files. */
export type SaveScope = 'user' | 'workspace' | 'squad'

const words: Readonly<Record<SaveScope, string>> = {
  user: 'Save as mine',
  workspace: 'Save in this repo',
  squad: 'Write to Squad files',
}

/** Saves to the default place, with a menu for others. */
export function SaveButton(props: {
  /** The default place first. */
  readonly scopes: readonly [SaveScope, ...SaveScope[]]
  readonly disabled: boolean
  readonly onSave: (scope: SaveScope) => void
}) {
  const [usual, ...others] = props.scopes
  return (
    <div className="flex">
      <Button tone="primary" disabled={props.disabled} onClick={() => props.onSave(usual)} className="rounded-r-none">
        {words[usual]}
      </Button>
      <Menu
        items={others.map((scope) => ({
          label: words[scope],
          disabled: props.disabled,
          onSelect: () => props.onSave(scope),
        }))}
      >
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
