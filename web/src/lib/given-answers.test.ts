import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDrawn, giveAnswers, peekGiven, takeGiven } from './given-answers.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  giveAnswers({ 'GET /api/campus': { name: '마당' }, 'GET /api/session': { user: null } });
});
afterEach(() => vi.useRealTimers());

test('what came with the page answers its call once', () => {
  expect(takeGiven('GET /api/session')).toEqual({ user: null });
  expect(takeGiven('GET /api/session')).toBeUndefined();
  expect(takeGiven('GET /api/campus')).toEqual({ name: '마당' });
  expect(takeGiven('GET /api/events')).toBeUndefined();
});

test('after a write nothing that came before it is an answer', () => {
  expect(takeGiven('POST /api/buildings/main-hall/posts')).toBeUndefined();
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('a page that has stood a while asks', () => {
  vi.advanceTimersByTime(5_001);
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('what is old is shown, and asked for all the same', () => {
  giveAnswers({ 'GET /api/campus': { name: '마당' } }, true);
  expect(takeGiven('GET /api/campus')).toBeUndefined();
  expect(peekGiven('GET /api/campus')).toEqual({ name: '마당' });
});

test('a page that brings nothing asks', () => {
  giveAnswers({});
  expect(takeGiven('GET /api/session')).toBeUndefined();
});

test('the first drawing shows what the page was drawn from, whatever was asked or written meanwhile', () => {
  takeGiven('GET /api/campus');
  takeGiven('POST /api/buildings/main-hall/posts');
  vi.advanceTimersByTime(5_001);
  expect(peekGiven('GET /api/campus')).toEqual({ name: '마당' });
  expect(peekGiven('GET /api/session')).toEqual({ user: null });
  forgetDrawn();
  expect(peekGiven('GET /api/campus')).toBeUndefined();
});
