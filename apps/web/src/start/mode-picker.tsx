import { useAsked } from '../connection/use-asked.ts'
import { Choice } from '../ui/choice.tsx'
import { wordsOf } from '../ui/text/words.ts'

export function ModePicker(props: {
  readonly mode: string
  readonly hasTeam: boolean
  readonly onMode: (mode: string) => void
}) {
  const modes = useAsked((client) => client.modes({})).value
  const auto = props.hasTeam ? 'Team default' : 'One agent'
  const options = [
    { value: 'auto', label: auto, note: props.hasTeam ? 'set in its file' : 'or several, if you name them' },
    ...(modes?.items ?? []).map(({ name, summary }) => ({ value: name, label: wordsOf(name), note: summary })),
  ]
  return (
    <Choice
      label="Mode"
      value={props.mode || 'auto'}
      options={options}
      onChange={(value) => props.onMode(value === 'auto' ? '' : value)}
    />
  )
}
