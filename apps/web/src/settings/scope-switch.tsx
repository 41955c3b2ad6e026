import { Notice } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { neutral, oneLine } from '../ui/text/neutral.ts'
import { lastFolder } from '../workspace/chosen-workspace.ts'
import { ReviewFiles } from '../workspace/review-files.tsx'
import type { EditableSettings, SettingsScope } from './form/use-settings.ts'

/** Switches between the user's settings and the workspace's, and shows the file. */
export function ScopeSwitch({ settings }: { readonly settings: EditableSettings }) {
  const { value, scope, show } = settings
  if (!value) return null
  const name = oneLine(lastFolder(value.workspace.path)) || 'this workspace'
  const file = value.sources.find(({ layer }) => layer === scope)?.file ?? ''
  const scopes = [
    { value: 'user', label: 'Yours' },
    { value: 'workspace', label: `Only in ${name}` },
  ]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segments label="Scope" value={scope} segments={scopes} onChange={(next) => show(next as SettingsScope)} />
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
          {scope === 'user' ? 'Used in every workspace that does not override them.' : 'Override yours in this folder.'}{' '}
          <span className="inline-block font-mono wrap-anywhere">{neutral(file)}</span>
        </p>
      </div>
      <Untrusted settings={settings} />
    </div>
  )
}

/** Settings of an untrusted workspace that are not applied. */
function Untrusted({ settings }: { readonly settings: EditableSettings }) {
  const { trust, withheld } = settings.value?.workspace ?? { trust: 'nothing', withheld: [] }
  if (trust !== 'untrusted' && trust !== 'changed') return null
  if (settings.scope === 'user' && withheld.length === 0) return null
  return (
    <Notice
      tone="warning"
      title={trust === 'changed' ? 'This workspace has changed since you trusted it' : 'This workspace is not trusted'}
      action={<ReviewFiles onTrusted={settings.again} />}
    >
      {withheld.length > 0 && (
        <p>
          Not applied: <span className="font-mono text-sm">{withheld.map(oneLine).join(', ')}</span>.{' '}
        </p>
      )}
      <p>
        Until you trust it, it can only lower limits and remove permissions. It cannot choose models, providers, a team,
        MCP servers or prices, and you cannot edit it here.
      </p>
    </Notice>
  )
}
