// Takes messages as zigbee2mqtt does, with its real converters, and says what a valve that keeps them reports.
//
// One JSON object a line: {"model": "TRVZB", "messages": [...]}; the answer has the frames that went to the
// valve, in hex, and the states that the bridge publishes when the valve tells them. Made a program by esbuild.

// What speaks with a radio is not needed, and not there.
const Module = require("node:module");
const load = Module._load;
const nothing = new Proxy(class {}, {
  get: (target, key) =>
    key === "prototype" ? target.prototype : key === Symbol.toPrimitive ? () => "" : key === "__esModule" || nothing,
  apply: () => nothing,
  construct: () => ({}),
});
Module._load = (name, ...rest) =>
  /^(@serialport|@date-fns|slip|debounce|bonjour-service|zigbee-on-host|fast-deep-equal)/.test(name)
    ? nothing
    : load.call(Module, name, ...rest);

const { Zcl, index, devices } = require(process.argv[2]);
index.setLogger?.({ debug() {}, info() {}, warning() {}, error() {} });

function definition(model) {
  const found = Object.values(devices)
    .flatMap((vendor) => vendor.definitions)
    .find((definition) => definition.model === model);
  if (!found) throw new Error(`no definition of ${model}`);
  return index.prepareDefinition(found);
}

let sequence = 0;
class Endpoint {}
class Device {}

/// What a valve that was given a command tells when it is asked.
function reports(call, model) {
  if (call.command === "setWeeklySchedule") {
    // Sber's converter asks for each day, and reads one of an answer.
    const bits = call.payload.dayofweek;
    const days = model === "SBDV-00205" ? [1, 2, 4, 8, 16, 32, 64].filter((day) => bits & day) : [bits];
    const answers = days.map((dayofweek) => {
      const payload = { ...call.payload, dayofweek };
      const frame = Zcl.Frame.create(1, 1, true, undefined, 1, "getWeeklyScheduleRsp", call.cluster, payload, {});
      const bytes = frame.toBuffer();
      const back = Zcl.Frame.fromBuffer(0x0201, Zcl.Header.fromBuffer(bytes), bytes, {});
      return { bytes, report: { cluster: call.cluster, type: "commandGetWeeklyScheduleRsp", data: back.payload } };
    });
    return [answers[0].bytes.toString("hex"), answers.map((answer) => answer.report)];
  }
  if (call.command === "scheduleGroup") {
    // TRV-ZBT and TP-WGZBA: the second byte tells a write from an answer; 0x13 is the command.
    const payload = Buffer.from(call.payload.data);
    const answer = Buffer.concat([Buffer.from([1, 1, 0x13, payload[0], 0]), payload.subarray(2)]);
    return [payload.toString("hex"), [{ cluster: call.cluster, type: "raw", data: answer }]];
  }
  const saswell = call.command === "dataRequest" && call.payload.dpValues.find((value) => value.dp === 109 && value.data.length === 18);
  if (model.startsWith("SEA801") && saswell) {
    // No converter reports what this data point was given: a set of days, four, and four times with tenths.
    const data = Buffer.from(saswell.data);
    const transitions = [0, 1, 2, 3].map((index) => ({
      time: data.readUInt16BE(2 + 4 * index), heating_setpoint: data.readUInt16BE(4 + 4 * index) / 10,
    }));
    return [data.toString("hex"), [], [{ weekly_schedule: { days: data[0], transitions } }]];
  }
  if (call.command === "dataRequest") {
    const frame = Zcl.Frame.create(1, 0, true, undefined, 1, call.command, call.cluster, call.payload, {});
    const values = call.payload.dpValues.flatMap((value) => {
      // TV02 is given a day's program by one data point, and tells it by that of the day.
      const day = { 1: 108, 2: 112, 4: 109, 8: 113, 16: 110, 32: 114, 64: 111 }[value.data[0]];
      return value.dp === 106 && value.data.length === 31
        ? [{ ...value, dp: day, data: value.data.subarray(1) }]
        : [value];
    });
    const said = values.map((value) => ({
      cluster: call.cluster, type: "commandDataReport", data: { seq: 1, dpValues: [value] },
    }));
    return [frame.toBuffer().toString("hex"), said];
  }
  return ["", []];
}

async function answer({ model, messages }) {
  const mapped = definition(model);
  const options = {};
  const state = {};
  const frames = [];
  const states = [];
  const device = Object.assign(new Device(), { ieeeAddr: "0x1", manufacturerName: "", modelID: "", endpoints: [], meta: {}, save() {}, customClusters: {} });
  const calls = [];
  const endpoint = {
    ID: 1, deviceIeeeAddress: "0x1", getDevice: () => device, saveClusterAttributeKeyValue() {},
    read: async () => ({}), write: async () => {},
    command: async (cluster, command, payload) => calls.push({ cluster, command, payload }),
  };
  device.getEndpoint = () => endpoint;
  Object.setPrototypeOf(endpoint, Endpoint.prototype);
  for (const message of messages) {
    // The bridge calls a converter once a message.
    const used = new Set();
    for (const [key, value] of Object.entries(message)) {
      const converter = mapped.toZigbee.find((one) => one.convertSet && (!one.key || one.key.includes(key)));
      if (!converter) throw new Error(`${model} takes no ${key}`);
      if (used.has(converter)) continue;
      used.add(converter);
      const meta = { message, mapped, options, state, device, publish() {} };
      Object.assign(state, (await converter.convertSet(endpoint, key, value, meta))?.state);
    }
    for (const call of calls.splice(0)) {
      const [hex, said, known = []] = reports(call, model);
      frames.push(hex);
      states.push(...known);
      for (const report of said) {
        const message = { ...report, endpoint, device, linkquality: 100, groupID: 0, meta: { zclTransactionSequenceNumber: (sequence += 1) } };
        for (const converter of mapped.fromZigbee) {
          const types = [converter.type].flat();
          if (converter.cluster !== report.cluster || !types.includes(report.type)) continue;
          const told = await converter.convert(mapped, message, () => {}, options, { state, device, deviceExposesChanged() {} });
          // The bridge publishes all that it knows.
          if (told) states.push({ ...Object.assign(state, told) });
        }
      }
    }
  }
  return { frames, states };
}

(async () => {
  for await (const line of require("node:readline").createInterface({ input: process.stdin })) {
    const told = await answer(JSON.parse(line)).catch((error) => ({ error: error.message }));
    console.log(JSON.stringify(told));
  }
})();
