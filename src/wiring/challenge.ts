import { awaitData, type Effects } from '../api/client/effects.ts'
import type { ChallengeDetail } from '../api/contract.ts'
import { followRenaming } from '../browser/typed/draft-key.ts'
import { draftStore } from '../browser/typed/drafts.ts'
import { paramsOf, refOf } from '../domain/challenge.ts'
import { challengeMachine } from '../machines/challenge/machine.ts'
import { detailResource, scoreResource, solvesResource } from '../machines/challenge/setup.ts'
import { hintRefusals, takeRules } from '../machines/hints/changes.ts'
import { hintsMachine } from '../machines/hints/machine.ts'
import { flagRefusals, flagRules } from '../machines/submission/changes.ts'
import { submissionMachine } from '../machines/submission/machine.ts'
import { change } from './change.ts'
import { wireInstance } from './instance.ts'
import type { Tools } from './tools.ts'

/** @param resolve makes an address of the backend absolute */
export function wireChallenge(tools: Tools, resolve: Effects['resolve']) {
  const follow = tools.device.followRenaming ?? followRenaming
  return challengeMachine.provide({
    actors: {
      instance: wireInstance(tools),
      submission: wireSubmission(tools),
      hints: wireHints(tools),
      detail: tools.challengeResource(detailResource, async (client, challenge, signal) => {
        const params = paramsOf(challenge)
        const expect = ['NOT_FOUND', 'REQUIREMENTS_NOT_MET'] as const
        const answer = await client('getChallenge', { params, signal, expect })
        if (!answer.ok) return answer.code === 'NOT_FOUND' ? null : 'locked'
        follow(challenge, refOf(answer.data))
        return withAbsoluteUrls(answer.data, resolve)
      }),
      solves: tools.challengeResource(solvesResource, async (client, challenge, signal) => {
        const { solves } = await awaitData(
          client('listSolves', { params: paramsOf(challenge), signal }),
        )
        return solves
      }),
      score: tools.challengeResource(scoreResource, (client, challenge, signal) =>
        awaitData(client('getScore', { params: paramsOf(challenge), signal })),
      ),
    },
  })
}

const wireSubmission = ({ clientIn, callback, device }: Tools) =>
  submissionMachine.provide({
    actors: {
      draftStore: callback(device.draftStore ?? draftStore),
      submitFlag: change(
        clientIn,
        flagRules,
        (client, { challenge, flag }) =>
          client('solveChallenge', {
            params: paramsOf(challenge),
            body: { flag },
            expect: flagRefusals,
          }),
        (client, { challenge }) => awaitData(client('getScore', { params: paramsOf(challenge) })),
      ),
    },
  })

const wireHints = ({ clientIn }: Tools) =>
  hintsMachine.provide({
    actors: {
      takeHint: change(
        clientIn,
        takeRules,
        (client, { challenge, hintId }) =>
          client('takeHint', {
            params: { ...paramsOf(challenge), hintId },
            expect: hintRefusals,
          }),
        (client, { challenge }) =>
          awaitData(client('getChallenge', { params: paramsOf(challenge) })),
      ),
    },
  })

/** A backend may name its files relative to its own address. */
function withAbsoluteUrls(detail: ChallengeDetail, resolve: Effects['resolve']): ChallengeDetail {
  const { staticFilesArchiveUrl: url, files } = detail
  return {
    ...detail,
    ...(url && { staticFilesArchiveUrl: resolve(url) }),
    ...(files && {
      files: files.map(file => (file.url ? { ...file, url: resolve(file.url) } : file)),
    }),
  }
}
