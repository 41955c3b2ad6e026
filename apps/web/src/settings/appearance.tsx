import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { allowNotifications } from '../ui/notify.ts'
import { Section } from '../ui/screen.tsx'
import { Segments } from '../ui/segments.tsx'
import { applyDensity, applyTheme, chosenDensity, chosenTheme, type Density, type Theme } from '../ui/theme/theme.ts'

const looks = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
]
const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

/** Appearance settings, stored in this browser. */
export function Appearance() {
  const [theme, setTheme] = useState(chosenTheme)
  const [density, setDensity] = useState(chosenDensity)
  const show = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  const pack = (next: Density) => {
    applyDensity(next)
    setDensity(next)
  }
  return (
    <Section title="Appearance" hint="Stored in this browser.">
      <dl className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        <Row name="Theme" note="How the page looks.">
          <Segments label="Theme" value={theme} segments={looks} onChange={(next) => show(next as Theme)} />
        </Row>
        <Row name="Density" note="How much fits on the screen.">
          <Segments label="Density" value={density} segments={densities} onChange={(next) => pack(next as Density)} />
        </Row>
        <Row name="Notifications" note="When a run needs you or ends.">
          <Button small onClick={() => void allowNotifications()}>
            Allow in this browser
          </Button>
        </Row>
      </dl>
    </Section>
  )
}

function Row(props: { readonly name: string; readonly note: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <dt className="min-w-40 flex-1">
        <span className="block font-medium">{props.name}</span>
        <span className="block text-sm text-muted">{props.note}</span>
      </dt>
      <dd>{props.children}</dd>
    </div>
  )
}
