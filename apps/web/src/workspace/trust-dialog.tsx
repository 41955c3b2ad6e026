import type { Output } from '@convene/protocol'
import { FileCode2 } from 'lucide-react'
import { useClient, valueOrToast } from '../connection/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fold } from '../ui/fold.tsx'
import { More } from '../ui/more.tsx'
import { Notice } from '../ui/notice.tsx'
import { neutral, oneLine } from '../ui/text/neutral.ts'
import { usePortions } from '../ui/text/use-portions.ts'
import { toast } from '../ui/toast.tsx'
import { useWorkspace } from './chosen-workspace.ts'
import { useAgentTrust, useTrust } from './use-trust.ts'

/** Shows a repository's files that affect settings and tools, and asks for trust. */
export function TrustDialog(props: {
  /** What the user was about to use, if that is why they are asked. */
  readonly name?: string
  readonly onTrusted: () => void
  readonly onClose: () => void
}) {
  const client = useClient()
  const place = useWorkspace()
  const { value, refusal } = useTrust()
  const agents = useAgentTrust(true).value
  const grant = async () => {
    if (!value || !agents) return
    const shown = { hash: value.hash, ...(agents.problem === undefined && { agents: agents.hash }) }
    const done = valueOrToast(await client.grantTrust({ ...place, ...shown }), 'The files are still not trusted.')
    if (!done) return
    toast('good', 'Trusted', 'You are asked again if these files change.')
    props.onClose()
    props.onTrusted()
  }
  return (
    <Dialog
      open
      shape="wide"
      onClose={props.onClose}
      title={props.name ? `“${props.name}” comes with this repository` : 'Trust this repository?'}
      description="These files come from the repository’s authors. Without trust they can remove permissions, but cannot grant any or choose models."
      footer={
        <>
          <Button onClick={props.onClose}>{props.name ? 'Use without trust' : 'Not now'}</Button>
          <Button
            tone="primary"
            disabled={!value || !agents || value.problem !== undefined}
            onClick={() => void grant()}
          >
            Trust these files
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 p-5 pt-1">
        {refusal && <Notice tone="bad" title={refusal.message} />}
        {value && agents && <WhatTrustCovers own={value} agents={agents} />}
      </div>
    </Dialog>
  )
}

function WhatTrustCovers({ own, agents }: { readonly own: Output<'trust'>; readonly agents: Output<'trust'> }) {
  const known = own.files.map(({ path }) => path)
  const files = [...own.files, ...agents.files.filter(({ path }) => !known.includes(path))]
  const problems = [own.problem, agents.problem].filter((text) => text !== undefined)
  const isChanged = own.state === 'changed' || agents.state === 'changed'
  return (
    <>
      {problems.map((text) => (
        <Notice key={text} tone="bad" title={oneLine(text)} />
      ))}
      {isChanged && <Notice tone="warning" title="These files have changed since you trusted them." />}
      {files.map((file) => (
        <TrustedFile key={file.path} {...file} />
      ))}
      {files.length === 0 && <Notice title="Nothing here needs trust." />}
    </>
  )
}

function TrustedFile(file: { readonly path: string; readonly brings: string; readonly text: string }) {
  const { shown, left, onMore } = usePortions(file.text)
  return (
    <Fold
      label={
        <span className="flex items-center gap-2 font-mono text-sm">
          <FileCode2 aria-hidden size={14} className="shrink-0 text-muted" />
          {neutral(file.path)}
        </span>
      }
      note={neutral(file.brings)}
    >
      <pre className="max-h-72 overflow-auto font-mono text-sm whitespace-pre-wrap wrap-anywhere">{shown}</pre>
      {left > 0 && <More left={left} onMore={onMore} />}
    </Fold>
  )
}
