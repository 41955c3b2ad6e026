import { lazy, Suspense, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Segments } from '../parts/segments.tsx'
import { neutral, oneLine } from '../text/neutral.ts'
import { folderName } from '../workspace/place.ts'
import type { EditableSettings, Scope } from './use-settings.ts'

const TrustDialog = lazy(() =>
  import('../workspace/trust-dialog.tsx').then(({ TrustDialog }) => ({ default: TrustDialog })),
)

/** Whose settings are shown: the person's own, or those of the workspace, and which file that is. */
export function ScopeSwitch({ settings }: { readonly settings: EditableSettings }) {
  const { value, scope, show } = settings
  if (!value) return null
  const name = oneLine(folderName(value.workspace.path)) || 'this workspace'
  const file = value.sources.find(({ layer }) => layer === scope)?.file ?? ''
  const scopes = [
    { value: 'user', label: 'Yours' },
    { value: 'workspace', label: `Only in ${name}` },
  ]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segments label="Whose settings" value={scope} segments={scopes} onChange={(next) => show(next as Scope)} />
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
          {scope === 'user'
            ? 'They hold in every workspace that says nothing else.'
            : 'They win over yours in this folder.'}{' '}
          <span className="font-mono wrap-anywhere">{neutral(file)}</span>
        </p>
      </div>
      <Untrusted settings={settings} />
    </div>
  )
}

/** What a workspace wants to decide and may not, until somebody has looked at it. */
function Untrusted({ settings }: { readonly settings: EditableSettings }) {
  const [isAsked, setAsked] = useState(false)
  const { trust, withheld } = settings.value?.workspace ?? { trust: 'nothing', withheld: [] }
  if (trust !== 'untrusted' && trust !== 'changed') return null
  if (settings.scope === 'user' && withheld.length === 0) return null
  const trusted = () => {
    setAsked(false)
    settings.again()
  }
  return (
    <>
      <Notice
        tone="warning"
        title={
          trust === 'changed' ? 'This workspace has changed since you trusted it' : 'This workspace is not trusted'
        }
        action={
          <Button small onClick={() => setAsked(true)}>
            Look at it
          </Button>
        }
      >
        {withheld.length > 0 && (
          <p>
            Not in force: <span className="font-mono text-sm">{withheld.map(oneLine).join(', ')}</span>.{' '}
          </p>
        )}
        <p>
          Until you trust it, it may lower limits and take permissions away. It chooses no models, providers, team, MCP
          servers or prices, allows nothing, and cannot be changed here.
        </p>
      </Notice>
      {isAsked && (
        <Suspense fallback={null}>
          <TrustDialog onTrusted={trusted} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
