import { Unplug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

type State = { readonly hasFailed: boolean }

/** The last error boundary, for example after an update removed files this page still needs. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="flex h-full items-center justify-center">
        <Empty
          icon={Unplug}
          title="This part of the page could not be shown"
          text="Convene may have been updated. Your sessions are safe and keep running. Reload the page."
        >
          <Button tone="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </Empty>
      </main>
    )
  }
}
