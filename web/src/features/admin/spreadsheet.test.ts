import { TABLE_TEXT_MAX } from '@madang/contract/admin/rules';
import { expect, test } from 'vitest';
import { readSpreadsheet } from './spreadsheet.ts';

/** One sheet: headings, then a day, a time of day and a text with quotes. */
const WORKBOOK =
  'UEsDBBQAAAAIAGinfF1jJqVR4AAAAHACAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbK1SvU7DMBB+lcgrqq8wMKCmC2VtGXiBw7k0Vvwn37Wkb49jCgOqCkOn0933K8urt1MibibvArdqEElPAGwG8sg6JgoF6WP2KGXNe0hoRtwTPCyXj2BiEAqykNlDrVcb6vHgpHmZypltDK0qctU8f/HmqFZhSs4alALDjMJFXSbHV4TH0P1qtzg300VZOTzYxHfnhN2RcrYdNa+YZYu+2MHk4CPm8T3GUV+veSEt9r011EVz8EWiOWXCjgci8U7XqT3a8I/8Smao4/7GRX78/+jBcnLEt36FavqdDPWjrT8BUEsDBBQAAAAIAGinfF1229uIkAAAAOQAAAAPAAAAeGwvd29ya2Jvb2sueG1sjY8xDoMwDEWvgnyAGjp0QMDUhbknSINpIkgc2ana4zeFsnfy87f8LHcvluXOvFTvsEbtweWcWkS1joLREyeKZTKzBJNLKw/UJGQmdUQ5rHiu6wsG4yPshlb+cfA8e0tXts9AMe8SodVkz1GdTwpDt13QX62iCdTD7csNVFs2Tj0UltYXkHFqAIcOjzU8Phs+UEsDBBQAAAAIAGinfF0Xdll5nQAAAHABAAAaAAAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHOtkD0OgzAMRq+CcgAMDB0qYOrCWnGBKDgEQX4Uu2q5faNWbanE0KGT9dnS+55cn3GRPHlHZgqU3eziqBGGORwBSBm0knIf0KWL9tFKTjGOEKSa5YhQFcUB4pYh2nrLzLqhEbEbSpH1a8Bf2F7rSeHJq4tFxzsVcPVxJoPICSrjiNyI94rgMco8UQXsy1T/lCFeF6SPyTO/6uHrwe0dUEsDBBQAAAAIAGinfF1YJVwBfQAAALAAAAANAAAAeGwvc3R5bGVzLnhtbGWOwQoCMQxEf6X0A0xdxYNs9yh49uK1dFMrNG1psrD+vVUEQW8zbyZhRpZHwktEFLVSymx1FKlHAPYRyfGmVMw9CaWRk27bDbg2dDO/jijBYMwByN2znkaPKV0DK1+WLFbvOlqDygudSM6z1UbDD9nu/9DwbsHnV1ffjdMTUEsDBBQAAAAIAGinfF2q5Tzp1wAAAJ4BAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sdZFNCsIwEEavEnIAp0atIGnAnxt4glCjLTZJSQZ1Kd7BXRcewYULz6R4B2OVomB3M9/3Bh4J31q39plSSHa6MD6hGWI5AvBpprT0HVsqE5qldVpiWN0KfOmUXNRHugAWRTFomRsqeJ3NJErBnd0Sl9BuSNPXMO5SggnNTZEbNUcX8twLjmLprOaAgsNrh/TDT9p4tH/oaRttpFa/PASzRo81eowS/9bdiH7ci/ocNt86757VfdTpDQe//ZS1CDyO1e26vx9OhD6qy+18pP904OvloPkS8QRQSwECFAMUAAAACABop3xdYyalUeAAAABwAgAAEwAAAAAAAAAAAAAAgAEAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLAQIUAxQAAAAIAGinfF1229uIkAAAAOQAAAAPAAAAAAAAAAAAAACAAREBAAB4bC93b3JrYm9vay54bWxQSwECFAMUAAAACABop3xdF3ZZeZ0AAABwAQAAGgAAAAAAAAAAAAAAgAHOAQAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHNQSwECFAMUAAAACABop3xdWCVcAX0AAACwAAAADQAAAAAAAAAAAAAAgAGjAgAAeGwvc3R5bGVzLnhtbFBLAQIUAxQAAAAIAGinfF2q5Tzp1wAAAJ4BAAAYAAAAAAAAAAAAAACAAUsDAAB4bC93b3Jrc2hlZXRzL3NoZWV0MS54bWxQSwUGAAAAAAUABQBHAQAAWAQAAAAA';

const read = (name: string, ...bytes: BlobPart[]) => readSpreadsheet(new File(bytes, name));

test('spreadsheet: reads the first sheet of a workbook, days and times as a table has them', async () => {
  expect(
    await read(
      '표.XLSX',
      Uint8Array.from(atob(WORKBOOK), (letter) => letter.charCodeAt(0)),
    ),
  ).toBe('from\tto\tname\n2026-10-09\t09:00\t"한글날 ""휴강"""');
});

test('spreadsheet: reads text files in UTF-8, UTF-16 and EUC-KR', async () => {
  expect(await read('a.csv', 'name\n추석')).toBe('name\n추석');
  expect(await read('a.txt', Uint8Array.of(0xff, 0xfe, 0x94, 0xcd))).toBe('추');
  // Node's decoder lacks the syllables that CP949 adds to EUC-KR; browsers have them.
  expect(await read('a.csv', Uint8Array.of(0xc3, 0xdf, 0xbc, 0xae))).toBe('추석');
});

test('spreadsheet: a damaged or too large file has no text', async () => {
  expect(await read('a.xlsx', 'no workbook')).toBeNull();
  expect(await read('a.csv', Uint8Array.of(0xc3, 0x28, 0xff))).toBeNull();
  expect(await read('a.csv', 'x'.repeat(TABLE_TEXT_MAX + 1))).toBeNull();
  expect(await read('a.csv', new Uint8Array(5 * 1024 * 1024 + 1))).toBeNull();
});
