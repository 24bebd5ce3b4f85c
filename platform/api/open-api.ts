import { toJsonSchema } from '@valibot/to-json-schema'
import { calls, LiveNews, livePath, liveTopics } from '../../src/api/contract/every-call.ts'
import {
  type Call,
  commonCodes,
  ErrorBody,
  type ErrorCode,
  errorStatus,
  LocalText,
} from '../../src/api/contract.ts'
import { type CallReply, success } from './call-reply.ts'

const textByLanguage = { type: 'object', additionalProperties: { type: 'string' } } as const

let made: CallReply | undefined

/** The contract as OpenAPI 3.1, generated from its schemas. */
export function openApi(): CallReply {
  made ??= success({ ...calls.getHealth, answer: ErrorBody }, describe(), false)
  return made
}

function describe() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const path = paths[call.path] ?? {}
    path[call.method.toLowerCase()] = operation(name, call)
    paths[call.path] = path
  }
  paths[livePath] = { get: liveOperation() }
  return {
    openapi: '3.1.0',
    info: { title: 'Guidon', version: '1', description: 'What a capture-the-flag app asks for.' },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(name: string, call: Call) {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
  const parameter = (place: 'path' | 'query') => (parameterName: string | undefined) => ({
    name: parameterName,
    in: place,
    required: true,
    schema: { type: 'string' },
  })
  const { isPublic = false, extension } = call
  return {
    operationId: name,
    summary: call.summary,
    ...(extension && {
      description: `Part of the extension '${extension}': a backend has it that names it in \`extensions\` of its metadata.`,
      'x-extension': extension,
    }),
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [...inPath.map(parameter('path')), ...(call.query ?? []).map(parameter('query'))],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(call.body) } },
      },
    }),
    responses: { ...answers(call), ...refusals(call, isPublic) },
  }
}

/** The stream has no single answer, so it is not a call of the table. */
function liveOperation() {
  const call = {
    method: 'GET',
    path: livePath,
    codes: [],
    extension: 'live',
    summary: 'Server-sent events: that something has changed, and never what',
  } as const
  const topics = Object.entries(liveTopics).map(([topic, read]) => `- \`${topic}\`: ${read}`)
  const made = operation('followLive', call)
  const lastId = { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }
  return {
    ...made,
    description: `${made.description}\n\nWhat to read again, by the type of an event:\n${topics.join('\n')}`,
    parameters: [{ ...lastId, description: 'Resumes the stream after this event' }],
    responses: {
      200: {
        description: 'Events, until one side ends the stream',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...refusals(call, false),
      429: { description: 'UNKNOWN', content: errorContent },
    },
    'x-event-data': schemaOf(LiveNews),
  }
}

function answers({ answer, type = 'application/json' }: Call) {
  if (!answer) return { 204: { description: 'Done' } }
  return { 200: { description: 'OK', content: { [type]: { schema: schemaOf(answer) } } } }
}

const errorContent = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
}

function refusals(call: Call, isPublic: boolean) {
  const codes = [...commonCodes, ...call.codes].filter(
    code => !isPublic || code !== 'NOT_AUTHORIZED',
  )
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes)
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  if (call.body) {
    byStatus.set(408, ['UNKNOWN'])
    byStatus.set(413, ['VALIDATION_FAILED'])
  }
  if (call.method !== 'GET') byStatus.set(429, ['UNKNOWN'])
  const content = errorContent
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, { description: list.join(', '), content }]),
  )
}

/** The schema on the wire; of a transforming schema, its input. */
function schemaOf(schema: NonNullable<Call['answer']>) {
  const options = {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }: { valibotSchema: unknown }) =>
      valibotSchema === LocalText ? textByLanguage : undefined,
  } as const
  const { $schema: _, ...plain } = toJsonSchema(schema, options)
  return plain
}
