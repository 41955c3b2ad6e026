import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { sectionOf } from '../library/sections.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { neutral } from '../text/neutral.ts'
import { useWorkspace } from '../workspace/place.ts'
import { TrustDialog } from '../workspace/trust-dialog.tsx'
import type { ShownTeam } from './team-draft.ts'

const words: { readonly [source: string]: string } = {
  'built-in': 'Built-in: it cannot be changed. Saving makes one of yours, which takes its place.',
  squad: 'It is read from the Squad files of this repo. Saving makes one of yours beside them.',
  user: 'Yours.',
  workspace: 'Of this repo.',
}

/** Where a team comes from, what it hides, and whether its repository is trusted. */
export function TeamOrigin({ shown, onTrusted }: { readonly shown: ShownTeam; readonly onTrusted: () => void }) {
  const client = useClient()
  const place = useWorkspace()
  const [isAsked, setAsked] = useState(false)
  const trust = useAsked(() => client.trust(place), place.workspace)
  const isForeign = sectionOf(shown.source) === 'repo'
  const needsTrust = isForeign && (trust.value?.state === 'untrusted' || trust.value?.state === 'changed')
  const close = () => setAsked(false)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-muted">
        {shown.source === 'squad' && <Badge tone="accent">Squad</Badge>}
        <span>{words[shown.source] ?? 'From a file.'}</span>
        {shown.source !== 'built-in' && (
          <span className="min-w-0 truncate font-mono text-sm">{neutral(shown.file)}</span>
        )}
      </p>
      {shown.shadows.length > 0 && (
        <p className="text-sm text-muted">It takes the place of {shown.shadows.map(neutral).join(', ')}.</p>
      )}
      {needsTrust && (
        <Notice
          tone="warning"
          title="This repository is not trusted"
          action={<Button onClick={() => setAsked(true)}>Look at its files</Button>}
        >
          Until then it chooses no models and gives no permissions.
        </Notice>
      )}
      {isAsked && (
        <TrustDialog
          onClose={close}
          onTrusted={() => {
            close()
            trust.again()
            onTrusted()
          }}
        />
      )}
    </div>
  )
}
