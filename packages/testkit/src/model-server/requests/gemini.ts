import type { Json } from '@convene/domain'
import { fields, list } from '../loose.ts'
import { anything, either, fieldsOf, first, flag, listOf, number, oneOf, text, toolName } from './shape.ts'

const thought = { thoughtSignature: text, thought: anything }
const part = either(
  fieldsOf({ text }, thought),
  fieldsOf({ inlineData: fieldsOf({ mimeType: text, data: text }) }, thought),
  fieldsOf({ functionCall: fieldsOf({ name: toolName }, { args: anything, id: text }) }, thought),
  fieldsOf(
    { functionResponse: fieldsOf({ name: toolName, response: anything }, { id: text, parts: anything }) },
    thought,
  ),
)
const shape = fieldsOf(
  { contents: listOf(fieldsOf({ role: oneOf('user', 'model'), parts: listOf(part, 1) }), 1) },
  {
    systemInstruction: fieldsOf({ parts: listOf(fieldsOf({ text })) }, { role: text }),
    generationConfig: fieldsOf(
      {},
      {
        maxOutputTokens: number(1),
        temperature: number(0, 2),
        topP: number(0, 1),
        topK: number(1),
        thinkingConfig: either(
          fieldsOf({}, { thinkingBudget: number(-1), includeThoughts: flag }),
          fieldsOf({}, { thinkingLevel: oneOf('minimal', 'low', 'medium', 'high'), includeThoughts: flag }),
        ),
        responseMimeType: text,
        responseSchema: anything,
        responseJsonSchema: anything,
        stopSequences: listOf(text),
        seed: anything,
      },
    ),
    tools: listOf(
      fieldsOf({
        functionDeclarations: listOf(
          fieldsOf({ name: toolName }, { description: text, parameters: anything, parametersJsonSchema: anything }),
        ),
      }),
    ),
    toolConfig: anything,
    safetySettings: anything,
    cachedContent: text,
    labels: anything,
    serviceTier: anything,
  },
)

/** What Google refuses in a request. */
export function geminiProblem(body: Json, path: string): string | undefined {
  const contents = list(fields(body).contents).map(fields)
  return first([
    shape(body, 'body'),
    contents[0]?.role === 'user' ? undefined : 'contents.0: the first turn must be from the user',
    ...contents.map((content, at) => responseProblem(content, contents[at + 1])),
    ...(/gemini-[3-9]/.test(path) ? contents.map(unsigned) : []),
  ])
}

/** As many responses as calls, in the very next turn. */
function responseProblem(
  content: { readonly [field: string]: Json },
  next: { readonly [field: string]: Json } | undefined,
): string | undefined {
  const count = (turn: { readonly [field: string]: Json } | undefined, field: string) =>
    list(turn?.parts).filter((one) => fields(one)[field] !== undefined).length
  const calls = count(content, 'functionCall')
  return calls === count(next, 'functionResponse') || calls === 0
    ? undefined
    : 'Please ensure that the number of function response parts is equal to the number of function call parts.'
}

/** From Gemini 3 on, the first call of each answer carries its signature. */
function unsigned({ parts }: { readonly [field: string]: Json }, at: number): string | undefined {
  const call = list(parts)
    .map(fields)
    .find((one) => one.functionCall !== undefined)
  return call && call.thoughtSignature === undefined
    ? `Function call is missing a thought_signature in functionCall parts (contents.${at}).`
    : undefined
}
