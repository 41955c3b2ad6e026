import { Link } from 'wouter'
import { useMe } from '../people/me.ts'
import { GhostForm } from '../ui/ghost.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProblemList } from '../ui/problem-list.tsx'
import { Screen, Section } from '../ui/screen.tsx'
import { classes } from '../ui/theme/classes.ts'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'
import { Appearance } from './appearance.tsx'
import { SettingsForm } from './form/settings-form.tsx'
import { type EditableSettings, useSettings } from './form/use-settings.ts'
import { McpServers } from './mcp/mcp-servers.tsx'
import { ModelSettings } from './models/model-settings.tsx'
import { AccessTokens } from './people/access-tokens.tsx'
import { PeopleSettings } from './people/people-settings.tsx'
import { PermissionSettings } from './permissions/permission-settings.tsx'
import { ScopeSwitch } from './scope-switch.tsx'

const places = [
  { id: 'models', label: 'Models and keys' },
  { id: 'runs', label: 'Run defaults' },
  { id: 'limits', label: 'Limits' },
  { id: 'permissions', label: 'Permissions' },
  { id: 'mcp', label: 'MCP servers' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'updates', label: 'Updates' },
]

/** Sections of a team server. */
const peoplePlaces = [
  { id: 'people', label: 'People' },
  { id: 'tokens', label: 'Access tokens' },
]

/** Sections that are not in a settings file. */
const isBesideFile = (section: string): boolean => ['appearance', 'people', 'tokens'].includes(section)

/** The settings page. */
export function SettingsPage({ section = 'models' }: { readonly section?: string }) {
  const settings = useSettings()
  const me = useMe()
  const shown = me ? [...places, ...peoplePlaces.filter(({ id }) => id !== 'tokens' || !me.operator)] : places
  return (
    <Screen title="Settings" wide actions={<WorkspacePicker />}>
      <div className="flex gap-10 max-laptop:gap-8 max-tablet:flex-col max-tablet:gap-6">
        <nav aria-label="Settings" className="w-44 shrink-0 max-tablet:w-full">
          <ul className="flex flex-col gap-1 max-tablet:-mx-3 max-tablet:flex-row max-tablet:flex-wrap">
            {shown.map(({ id, label }) => (
              <li key={id}>
                <Link
                  href={`/settings/${id}`}
                  aria-current={id === section ? 'page' : undefined}
                  className={classes(
                    'flex h-8 max-laptop:h-10 items-center rounded-md px-3 whitespace-nowrap hover:bg-hover hover:text-ink',
                    id === section ? 'bg-hover font-medium text-ink' : 'text-muted',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex max-w-form min-w-0 flex-1 flex-col gap-8">
          {!isBesideFile(section) && <ScopeSwitch settings={settings} />}
          <Faults settings={settings} />
          {settings.isLoading && !settings.value ? <GhostForm /> : <Part section={section} settings={settings} />}
        </div>
      </div>
    </Screen>
  )
}

/** Problems in the settings files. */
function Faults({ settings }: { readonly settings: EditableSettings }) {
  const { value, refusal } = settings
  if (refusal)
    return (
      <Notice tone="bad" title="Cannot read the settings">
        {refusal.message} Nothing was changed. Choose another workspace, or fix the file.
      </Notice>
    )
  const problems = value?.problems.filter(({ code }) => code !== 'untrusted') ?? []
  if (problems.length === 0) return null
  return (
    <Section
      title="Problems in a settings file"
      hint="Invalid entries fall back to their defaults. Fix the file. It is reloaded on the next run."
    >
      <ProblemList problems={problems} />
    </Section>
  )
}

const fieldsIn = (section: 'runs' | 'limits' | 'updates', { value }: EditableSettings) =>
  value?.form.filter((field) => field.section === section) ?? []

function Part({ section, settings }: { readonly section: string; readonly settings: EditableSettings }) {
  if (section === 'runs')
    return (
      <Section title="Run defaults" hint="Used unless a run says otherwise. A team's file overrides these.">
        <SettingsForm fields={fieldsIn('runs', settings)} settings={settings} />
      </Section>
    )
  if (section === 'limits')
    return (
      <Section
        title="Limits"
        hint="Hard limits, even when agents run in parallel. A run that hits one still gets its synthesis."
      >
        <SettingsForm fields={fieldsIn('limits', settings)} settings={settings} />
      </Section>
    )
  if (section === 'updates')
    return (
      <Section title="Updates" hint="Convene does not check for newer versions unless you turn this on.">
        <SettingsForm fields={fieldsIn('updates', settings)} settings={settings} />
      </Section>
    )
  if (section === 'people') return <PeopleSettings />
  if (section === 'tokens') return <AccessTokens />
  if (section === 'permissions') return <PermissionSettings settings={settings} />
  if (section === 'mcp') return <McpServers settings={settings} />
  return section === 'appearance' ? <Appearance /> : <ModelSettings settings={settings} />
}
